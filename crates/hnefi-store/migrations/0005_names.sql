-- What a person wants to be called; null for who has not said.

alter table person add column name text;
