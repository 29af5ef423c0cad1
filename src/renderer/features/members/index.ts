export { MemberChoice } from './member-choice.tsx'
export { MEMBER_SEARCH_ID, MemberSearch, searchMember } from './member-search.tsx'
export { type MemberView, useMember } from './use-member.ts'
