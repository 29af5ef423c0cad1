import type { Translate } from '#renderer/core/locale.ts'
import { Member } from '#shared/features/members/members.contract.ts'

/** A fictional member with a card to scan on the screen. */
export interface PracticeCard {
  card: string
  member: Member
}

const someone = (number: number, realname: string, wallets: Partial<Member>): PracticeCard => {
  const card = `00099000${String(number).padStart(2, '0')}`
  const { balance = 0, give = 0, integral = 0, laps = 0, coins = 0 } = wallets
  const member = Member.parse({
    id: `99000${number}`,
    orgCode: '',
    nickname: realname,
    realname,
    phone: `138****900${number}`,
    avatar: '',
    physicalCard: card,
    balance,
    give,
    integral,
    laps,
    coins,
    frequency: 0,
    availableBalance: balance + give,
    availableIntegral: integral,
    availableQuan: laps,
    availableCoins: coins,
    projects: [],
    isChangWan: 'NO',
    changwanName: '',
    changWanEndTime: null,
    memberLevel: '',
    havePassword: 'NO',
    frozen: false,
    createTime: '2026-01-01 00:00:00',
    ...wallets,
  })
  return { card, member }
}

/** The fictional members: one with everything, one short of money, one frozen. */
export const practiceCards = (t: Translate): PracticeCard[] => [
  someone(1, t('practice.member.rich'), { balance: 500, give: 50, integral: 300, laps: 20, coins: 60 }),
  someone(2, t('practice.member.short'), { balance: 10 }),
  someone(3, t('practice.member.frozen'), { balance: 200, frozen: true }),
]
