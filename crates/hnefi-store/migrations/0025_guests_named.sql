-- When guests' names have what they look like: who goes by a member's name already goes by none.
create index person_looks_small on person (looks_small) where looks_small is not null;
create index person_looks_written on person (looks_written) where looks_written is not null;

update person set name = null, looks_small = null, looks_written = null
where looks_small is not null and exists (
    select 1 from account_name where account_name.person is not null
        and account_name.key in (person.looks_small, person.looks_written)
);
