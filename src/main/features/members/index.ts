export { type MemberCache, memberCache, memberHash, memberMigrations } from './member-cache.ts'
export { createMemberSync } from './member-sync.ts'
export { createMembers, type Members } from './members.ts'
