export { lockHolder, lockMember } from '#server/features/members/cards/member-cards.repository.ts'
export { levelCodeByName, levelKey, standingsOf } from '#server/features/members/levels/member-levels.repository.ts'
export { memberVariables, sendInTransaction } from '#server/features/members/messages/member-messages.service.ts'
export { memberRecordsService } from '#server/features/members/records/member-records.service.ts'
export { registerMember } from '#server/features/members/records/registration.service.ts'
export {
  inactiveMemberError,
  requireActiveMember,
} from './active-member.service.ts'
export { checkConsumptionPassword, checkEnteredPassword, enteredPasswordHash } from './consumption-password.service.ts'
export { currentMemberCode } from './member-code.service.ts'
export { memberNames } from './member-names.repository.ts'
export { matchingMembers } from './member-search.repository.ts'
export { type Holdings, holdingsOf, type MemberRow, type ProjectRow, projectsOf } from './members.repository.ts'
export { SEE_PHONES, toMember, toProject } from './members.view.ts'
export { currentMember } from './merged-members.repository.ts'
export { verifyOfflineStatement } from './offline-value.service.ts'
export { payerAt, refuseMissingMember } from './visitors.repository.ts'
export { countVisitors } from './visitors.service.ts'
