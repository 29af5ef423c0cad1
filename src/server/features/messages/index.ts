export { codesAbove, endSystemMessages, withDeputies } from './announcements.repository.ts'
export { storeSystemMessage } from './announcements.service.ts'
export { findTemplate, type TemplateRow } from './message-templates.repository.ts'
export { type Mail, type MessageTo, queueMail, queueMessageTo } from './messages.service.ts'
