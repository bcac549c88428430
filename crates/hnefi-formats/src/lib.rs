//! Text formats: moves, diagrams, recorded games.
