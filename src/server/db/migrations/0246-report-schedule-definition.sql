-- What the owner of a schedule agreed to send: a hash of the report's definition. Empty: not known, so its owner sets it again.
alter table custom_report_schedule add column definition_hash text not null default '';
