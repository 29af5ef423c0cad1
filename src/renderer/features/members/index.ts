export { MEMBER_SEARCH_ID, MemberSearch } from './member-search.tsx'
export { type MemberView, useMember } from './use-member.ts'
