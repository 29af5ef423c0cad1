-- Dictionaries, categories and rules for codes serve all chains: what earlier versions gave to the built-in roles of one chain goes.
delete from sys_role_permission
where role_id in ('hq', 'manager') and permission_id in (
  'dict:add', 'dict:edit', 'dict:delete', 'category:add', 'category:edit', 'category:delete',
  'checkrule:add', 'checkrule:edit', 'checkrule:delete');
