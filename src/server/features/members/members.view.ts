import { freeIn, valueIn } from '#server/features/ledger/index.ts'
import type { Standing } from '#server/features/members/levels/member-levels.repository.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { Member, MemberProject } from '#shared/features/members/members.contract.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import type { Holdings, MemberRow, ProjectRow } from './members.repository.ts'

/** Permission to see full phone numbers. */
export const SEE_PHONES = 'member:phone'

const hasUnlimitedCard = (project: ProjectRow, now: Date): boolean =>
  project.unlimitedName !== '' &&
  project.unlimitedUses !== 0 &&
  (project.unlimitedUntil === null || project.unlimitedUntil > now)

/** A member's holdings of a project for the API. */
export const toProject = (project: ProjectRow, now: Date): MemberProject => ({
  projectType: project.projectType,
  frequency: project.frequency,
  availableFrequency: project.freeVisits,
  isChangWan: hasUnlimitedCard(project, now) ? 'YES' : 'NO',
  changwanName: project.unlimitedName,
  changWanEndTime: project.unlimitedUntil && toWireTime(project.unlimitedUntil),
  changWanLastDay: project.unlimitedLastDay,
  changwanCount: project.unlimitedUses,
})

/** A member for the API: amounts as decimals, available values without holds, the phone masked without permission. */
export function toMember(
  row: MemberRow,
  { wallets, projects }: Holdings,
  seesPhones: boolean,
  now: Date,
  standing?: Standing,
): Member {
  const own = projects.filter(({ memberId, orgCode }) => memberId === row.id && orgCode === row.orgCode)
  const [balance, give] = [valueIn(wallets, row, 'balance'), valueIn(wallets, row, 'give')]
  const [integral, laps] = [valueIn(wallets, row, 'integral'), valueIn(wallets, row, 'laps')]
  const freeGive = freeIn(wallets, row, 'give')
  const unlimited = own.find((project) => hasUnlimitedCard(project, now))
  return {
    id: row.id,
    orgCode: row.orgCode,
    nickname: row.nickname,
    realname: row.realname,
    phone: seesPhones ? row.phone : maskPhone(row.phone),
    avatar: row.avatar,
    physicalCard: row.physicalCard,
    balance: fromMinor(balance.value),
    give: fromMinor(give.value),
    integral: integral.value,
    laps: laps.value,
    coins: valueIn(wallets, row, 'coins').value,
    frequency: own.find(({ projectType }) => projectType === 'currency')?.frequency ?? 0,
    availableBalance: fromMinor(freeIn(wallets, row, 'balance') + freeGive),
    availableGive: fromMinor(freeGive),
    availableIntegral: freeIn(wallets, row, 'integral'),
    availableQuan: freeIn(wallets, row, 'laps'),
    availableCoins: freeIn(wallets, row, 'coins'),
    projects: own.map((project) => toProject(project, now)),
    isChangWan: unlimited ? 'YES' : 'NO',
    changwanName: unlimited?.unlimitedName ?? '',
    changWanEndTime: unlimited?.unlimitedUntil ? toWireTime(unlimited.unlimitedUntil) : null,
    changWanLastDay: unlimited?.unlimitedLastDay ?? null,
    memberLevel: row.memberLevel,
    memberLevel_dictText: standing?.name ?? row.memberLevel,
    exp: row.experience,
    nextLevel: standing?.next ?? null,
    havePassword: row.consumePassword === null ? 'NO' : 'YES',
    frozen: row.frozen,
    endTime: row.endTime && toWireTime(row.endTime),
    // An expired signature counts as none.
    agreementId: row.agreementUntil && row.agreementUntil <= now ? '' : (row.agreementId ?? ''),
    offlineValue: null,
    letters: [row.initials, row.spelling, row.nicknameSpelling].join(' ').replace(/ +/g, ' ').trim(),
    racerName: row.racerName,
    homeStore: '',
    createTime: toWireTime(row.createdAt),
  }
}
