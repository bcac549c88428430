// @ts-check
// What the server and the page say to each other. Must agree with docs/formats/web-protocol.md.

/** @typedef {'attackers' | 'defenders'} Side */
/** @typedef {'attacker' | 'defender' | 'king'} PieceName */
/** @typedef {'t' | 'T' | 'K'} Letter */
/** @typedef {{from: string, to: string}} Intent */
/** @typedef {{id: string, text: string, section: string, grade: string, grade_words: string, others?: string, address?: string, also?: Clause[]}} Clause */
/** @typedef {{square: string, piece: PieceName, by: string, partner: string | null, captors: string[], clause: Clause | null, says: string}} Capture */
/** @typedef {{proved: boolean, title: string, lines: string[]}} Proof */
/** @typedef {{winner: Side | null, reason: string, says: string, clause: Clause | null, proof?: Proof}} Outcome */
/** @typedef {{kind: 'person' | 'former' | 'computer' | 'open', online?: boolean, level?: number, name?: string, page?: string, bot?: boolean}} Player */
/** @typedef {{move: string, by: Side, captures: Capture[], position: string, turn: Side, times: number, says: string, html: string}} Ply */
/** @typedef {{by: Side, kind: 'draw' | 'claim' | 'take-back' | 'rematch' | 'same-sides', ground: string | null, says: string, answer: boolean, clause?: Clause, proof?: Proof}} Offer */
/** @typedef {{game: number, of: number | null, goes_on: boolean, result: Side | 'draw' | null, attackers: number, defenders: number, says: string, other: string | null}} Match */
/** @typedef {{control: string, says: string, attackers: number, defenders: number, running: Side | null, stands: boolean, away: {side: Side, until_ms: number}[], first_ms: number | null, waits_ms: number, low_ms: number, next_ms: number | null, took: number[], absent: {side: Side, claim_ms: number, says: string} | null}} ClockState the clocks when this was said, in milliseconds */
/** @typedef {{join?: string, join_qr?: string, watch?: string, seat?: string, seat_qr?: string, local_only?: boolean}} Links */
/** @typedef {{id: string, name: string, address: string, table: string, house: {base: string, differs: string[]} | null}} RulesName */
/** @typedef {{throne: boolean, corners: boolean}} Royal which squares mean anything under the rules */
/** @typedef {{square: string, mark: 'open' | 'enemy' | 'hostile' | 'harmless' | 'victim' | 'hammer' | 'partner' | 'refuses'}} SquareMark */
/** @typedef {{square: string, letter: Letter}} Ghost a piece that stood there */

/**
 * All that the page shows. `plies` are those from number `since` on.
 * @typedef {object} StateMessage
 * @property {'state'} type
 * @property {string} game
 * @property {number} version
 * @property {RulesName} rules
 * @property {number} size
 * @property {boolean} throne whether it means anything
 * @property {boolean} corners whether they mean anything
 * @property {Side[]} you
 * @property {{attackers: Player, defenders: Player}} players
 * @property {{position: string, turn: Side}} start
 * @property {number} since
 * @property {Ply[]} plies
 * @property {Side | null} turn null when the game is over
 * @property {boolean} thinking
 * @property {Record<string, string[]>} legal
 * @property {Record<string, number>} repeats the moves that bring a position back, with how many times it will have stood
 * @property {string} status
 * @property {string[]} notices
 * @property {Outcome | null} outcome
 * @property {ClockState | null} [clock] null in a game without clocks
 * @property {{may: boolean, lines: string[][], ended: boolean, most: number, longest: number} | null} [conditional] one's own conditional moves
 * @property {Offer | null} offer
 * @property {string[]} actions
 * @property {Match | null} match
 * @property {Links} links
 * @property {string} [next] the id of the next game of the match, once it has begun
 * @property {string} html what the page shows of it round the board: elements with the ids of those whose content they are
 */
/** @typedef {{type: 'refused', id: string | null, code: string, message: string, clause: Clause | null, html: string}} RefusedMessage */
/** @typedef {{type: 'why', about: string, title: string, lines: string[], clauses: Clause[], marks: SquareMark[], asks_last?: boolean, steps?: Step[], html: string}} WhyMessage */
/** What a template wrote of an answer. @typedef {{html: string}} Drawn */
/** A move of a line, with what it captures, and the position after it. @typedef {{move: string, text: string, position: string}} Step */
/**
 * A line that the computer has found, as `docs/formats/page-protocol.md` describes it.
 * @typedef {{line: number, depth: number, nodes: number, score: number, win_in: number | null, loss_in: number | null, chances: [number, number, number], pv: string[], steps: Step[]}} FoundLine
 */
/** @typedef {{type: 'hint', move: string, says: string}} HintMessage */
/** Where some moves would lead. @typedef {{type: 'what-if', moves: string[], position: string, turn: Side, legal: Record<string, string[]>}} WhatIfMessage */
/** @typedef {{type: 'goto', game?: string, watch?: string}} GotoMessage */
/** What was said beside the game. @typedef {{type: 'talk', since: number, html: string}} TalkMessage */
/** @typedef {{type: 'pong'}} PongMessage */
/** @typedef {{type: 'error', error: {code: string, message: string}}} ErrorMessage */
/** @typedef {StateMessage | RefusedMessage | WhyMessage | HintMessage | WhatIfMessage | GotoMessage | TalkMessage | PongMessage | ErrorMessage} ServerMessage */

/** What a page says of its game. @typedef {{type: string} & Record<string, unknown>} ClientMessage */
/** How the game page is connected to its game, and in words. @typedef {{kind: 'joining' | 'open' | 'down' | 'closed', says: string}} LineStatus */

/**
 * What a game page tells whoever keeps its game.
 * @typedef {object} LineOptions
 * @property {() => ClientMessage} hello what the page shows already
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(status: LineStatus) => void} onStatus
 */

/**
 * What a game page plays through, wherever the game is kept: on a server, or in this browser.
 * @typedef {object} GameLine
 * @property {(message: ClientMessage) => boolean} send sends if the line is open, and says whether it was
 * @property {() => void} now connects now, if it is not
 * @property {(state: 'sent' | 'unsent' | 'confirmed' | 'unasked', move: string) => string} says where a move of ours is on its way, or that what is asked about it has to wait
 * @property {(game: string) => string} address where another game of the match is played
 * @property {() => Promise<{text: string, name: string} | null>} text the game as text, and the name of a file for it; null where it cannot be had
 * @property {() => Promise<string | null>} plain the same without the clauses of its captures, to be analysed
 * @property {(links: Links) => Promise<{address: string | null, says: string}>} share a link for others who want to see the game, and what is said when it is copied, or where there is none
 */

/**
 * The referee's answer for At the table.
 * @typedef {object} TableAnswer
 * @property {boolean} playable
 * @property {string[]} problems
 * @property {Record<string, string[]>} legal
 * @property {Outcome | null} outcome
 * @property {{allowed: boolean, says: string, captures: Capture[], position: string, turn: Side,
 *   outcome: Outcome | null, refusal: Omit<RefusedMessage, 'type' | 'html'> | null} | null} move
 * @property {Omit<WhyMessage, 'type' | 'html'> | null} why
 * @property {{says: string, clause: Clause}[]} decided
 * @property {{same: boolean, says: string, rules: {rules: RulesName, clauses: Clause[]}[]}[]} groups
 * @property {string} html what the page shows of it: elements with the ids of those whose content they are
 */

/**
 * What the rules crate says to house rules.
 * @typedef {object} HouseAnswer
 * @property {string} code that holds them, for their address
 * @property {string} title
 * @property {boolean} playable
 * @property {{place: string, squares: string[], says: string}[]} faults
 * @property {string[]} changed the ids of the questions
 * @property {boolean} throne whether it means anything
 * @property {boolean} corners whether they mean anything
 * @property {string[]} differs
 * @property {string} html what the page shows of it: elements with the ids of those whose content they are
 */

/** An arrow, or a coloured square where it leads nowhere; `kind` is its class. @typedef {{from: string, to?: string, kind: string}} Shape */

/** A position as questions name it. @typedef {{rules: string, position: string, turn: string, moves: string[]}} At */

/**
 * How a game stands.
 * @typedef {{position: string, turn: Side, legal: Record<string, string[]>, ply: Ply | null, outcome: Outcome | null}} PositionAnswer
 */

/**
 * An analysis at a place, as `docs/formats/study.md` describes it.
 * @typedef {object} StudyAnswer
 * @property {string} text
 * @property {string[]} path
 * @property {At} at the place as other questions name it
 * @property {PositionAnswer} shown
 * @property {string} says
 * @property {string[]} line the moves of the line on which the place is
 * @property {string[]} next
 * @property {boolean} variation
 * @property {string} comment
 * @property {string[]} marks
 * @property {RulesName} rules
 * @property {string} rules_code
 * @property {string} title
 * @property {number} size
 * @property {boolean} throne
 * @property {boolean} corners
 * @property {Omit<RefusedMessage, 'type'> | null} refused
 * @property {string[]} notes
 * @property {string} html the tree of moves
 * @property {string} said the refusal and the notes, as the page writes them
 * @property {string} captured what the last move captured and how the game ended, with the clauses, as the page writes it
 */
/** An analysis as a file. @typedef {{text: string, name: string, losses: string[]}} StudyFile */
/** A change of an analysis, as `docs/formats/study.md` describes it. @typedef {{do: string} & Record<string, unknown>} StudyEdit */

/**
 * What a board is told to show. It knows no rules: `legal` says where a piece may go.
 * @typedef {object} BoardView
 * @property {Map<string, Letter>} pieces
 * @property {Intent | null} last
 * @property {Record<string, string[]>} legal
 * @property {Record<string, number>} [repeats] the moves that bring a position back, with how many times it will have stood
 * @property {SquareMark[]} [marks]
 * @property {Ghost[]} [ghosts]
 * @property {Intent | null} [hint]
 */

export {};
