-- Views of lists name fields, and those of the API family's names have ours (`src/shared/core/family-names.ts`). `roleId` of lists
-- of access is a role.
update list_view set content = regexp_replace(regexp_replace(regexp_replace(content::text,
    '"cheshou(_begin|_end|_MultiString|_dictText)?"', '"racer\1"', 'g'),
    '"departuserId(_begin|_end|_MultiString|_dictText)?"', '"cashierId\1"', 'g'),
    '"quan(_begin|_end|_MultiString|_dictText)?"', '"laps\1"', 'g')::jsonb
  where content::text ~ '"(cheshou|departuserId|quan)(_begin|_end|_MultiString|_dictText)?"';
update list_view set content = regexp_replace(content::text, '"roleId(_begin|_end|_MultiString|_dictText)?"', '"ruleId\1"', 'g')::jsonb
  where list not in ('users', 'roles', 'departRoles', 'permissions')
    and content::text ~ '"roleId(_begin|_end|_MultiString|_dictText)?"';
