export { type MemberCache, memberCache, memberHash, memberMigrations } from './member-cache.ts'
export { createMembers, type Members } from './members.ts'
