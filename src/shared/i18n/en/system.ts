export const system = {
  'error.lists.badAdvancedQuery': 'The advanced query cannot be understood; please check it and try again',
  'action.position:list': 'View positions',
  'action.position:add': 'Add positions',
  'action.position:edit': 'Change positions',
  'action.position:delete': 'Delete positions',
} as const
