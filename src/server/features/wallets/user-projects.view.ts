import { type ProjectRow, toProject } from '#server/features/members/index.ts'
import type { UserProject } from '#shared/features/wallets/user-projects.contract.ts'

export function toUserProject(row: ProjectRow, now: Date): UserProject {
  const { unlimitedName, unlimitedUses, unlimitedIssued, unlimitedDaysLeft } = row
  return {
    ...toProject(row, now),
    userId: row.memberId,
    changCount: unlimitedUses === -1 ? -1 : Math.max(unlimitedIssued, unlimitedUses),
    daysLeft: unlimitedName === '' ? null : unlimitedDaysLeft,
    photo: row.photo,
  }
}
