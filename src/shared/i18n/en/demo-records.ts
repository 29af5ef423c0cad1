import type { demoRecords as zh } from '#shared/i18n/zh/demo-records.ts'

export const demoRecords: Record<keyof typeof zh, string> = {
  'menu.demo': 'Example of a list',
  'sheet.demo': 'Examples',
  'noun.demo': 'example',
  'empty.demoRecords': 'An example for integrators: add, import and export here; it changes nothing of the business',
  'demo.name': 'Name',
  'demo.keyWord': 'Keyword',
  'demo.punchTime': 'Clocked in at',
  'demo.salary': 'Salary',
  'demo.bonus': 'Bonus',
  'demo.age': 'Age',
  'demo.content': 'About the person',
  'demo.parts': 'What this page is made of',
  'demo.parts.list': 'List',
  'demo.parts.listHint':
    'Search, order, advanced query and pages: GET /test/jeecgDemo/list; only declared fields get into the query',
  'demo.parts.form': 'Form',
  'demo.parts.formHint': 'add, edit, delete, deleteBatch, queryById; each change is in the data log',
  'demo.parts.workbook': 'Import and export',
  'demo.parts.workbookHint': 'exportXls, importExcel; columns with a dictionary have its texts, and take them',
  'demo.parts.rights': 'Rights',
  'demo.parts.rightsHint':
    'demo:list, demo:add, demo:edit, demo:delete, demo:export, demo:import; the platform administrator alone has them until a role gets them',
  'demo.parts.rules': 'Data rules',
  'demo.parts.rulesHint':
    'Rules of a role on demo:list narrow the list, the export, and what is read, changed or deleted by its id',
  'demo.parts.stores': 'Stores',
  'demo.parts.storesHint':
    'Each example belongs to the store where it was added; row-level security shows only stores in the caller’s scope',
  'action.demo:list': 'View examples',
  'action.demo:add': 'Add examples',
  'action.demo:edit': 'Edit examples',
  'action.demo:delete': 'Delete examples',
  'action.demo:export': 'Export examples',
  'action.demo:import': 'Import examples',
}
