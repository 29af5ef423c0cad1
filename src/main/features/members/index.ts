export { type MemberCache, memberCache, memberHash, memberMigrations } from './member-cache.ts'
export { createMembers } from './members.ts'
