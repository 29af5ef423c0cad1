export { MEMBER_SEARCH_ID, MemberSearch } from './member-search.tsx'
export { useMember } from './use-member.ts'
