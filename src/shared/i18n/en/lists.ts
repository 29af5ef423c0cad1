import type { lists as zh } from '#shared/i18n/zh/lists.ts'

export const lists: Record<keyof typeof zh, string> = {
  'error.files.personFull': 'Your files have reached the limit of {limit} MB. Delete some that are no longer needed.',
  'error.files.storeFull':
    'The files of this store have reached the limit of {limit} MB. Delete some that are no longer needed.',
  'error.listViews.tooMany': 'You can keep at most {limit} views; delete one first',
  'error.listViews.nameTaken': 'You already have a view with this name',
  'input.viewTooLarge': 'has too many conditions to be kept',
  'message.account.signedOutElsewhere': 'Signed out everywhere else',
  'field.view.list': 'List',
  'field.view.name': 'Name of the view',
  'field.view.isDefault': 'Default view',
  'field.view.content': 'What it shows',
  'field.view.density': 'Row height',
  'field.view.id': 'View',
}
