export { createDrafts } from './drafts.ts'
