-- Whether the items' values are texts (0) or numbers (1), as clients of the family keep it.
alter table sys_dict
  add column type smallint not null default 0 constraint sys_dict_type_known check (type in (0, 1));
