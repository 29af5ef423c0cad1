-- `ledger_cause_of` takes the shift that a terminal names; the function of before would stand beside it.

drop function if exists ledger_cause_of(text, uuid, text, uuid, uuid, uuid, timestamptz, timestamptz);
