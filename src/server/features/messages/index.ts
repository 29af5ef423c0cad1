export { withDeputies } from './announcements.repository.ts'
export { storeSystemMessage } from './announcements.service.ts'
