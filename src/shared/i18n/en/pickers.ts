import type { pickers as zh } from '#shared/i18n/zh/pickers.ts'

export const pickers: Record<keyof typeof zh, string> = {
  'memberPicker.title': 'Choose a member',
  'memberPicker.search': 'Phone / %last digits / name / card',
  'memberPicker.name': 'Name',
  'memberPicker.times': 'Visits',
  'memberPicker.unlimited': 'Unlimited',
  'memberPicker.all': 'Projects',
  'memberPicker.currency': 'Any project',
  'memberPicker.noProjects': 'No projects',
  'memberPicker.noLimit': 'unlimited uses',
  'memberPicker.noEnd': 'without an end',
  'memberPicker.until': 'until {day}',
  'vehiclePicker.title': 'Choose a vehicle',
  'vehiclePicker.search': 'Name of the vehicle',
  'vehiclePicker.type': 'Type',
  'vehiclePicker.preselect': 'Preselect',
  'rulePicker.title': 'Choose a rule',
  'rulePicker.search': 'Name of the rule',
  'rulePicker.deposit': 'Deposit',
  'rulePicker.people': 'Charge for several',
  'rulePicker.level': 'From level',
}
