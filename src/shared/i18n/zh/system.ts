export const system = {
  'error.lists.badAdvancedQuery': '高级查询条件无法识别，请检查后重试',
  'action.position:list': '查看职务',
  'action.position:add': '添加职务',
  'action.position:edit': '修改职务',
  'action.position:delete': '删除职务',
} as const
