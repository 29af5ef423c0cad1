import { valueIn, type WalletRow } from '#server/features/ledger/index.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { maskIdentityNumber } from '#shared/features/members/identity-number.calc.ts'
import type { MemberRecord } from '#shared/features/members/member-records.schema.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import type { ListedMember } from './member-records.repository.ts'

/** Sealing purpose of an identity number, bound to the store, so that it cannot be copied to another store's row. */
export const idNumberOf = (orgCode: string): string => `member.id_number ${orgCode}`

/** What the caller may see of a member. */
export interface Sight {
  phones: boolean
  open(sealed: string, purpose: string): string
}

const timeOf = (at: Date | null): string | null => (at ? toWireTime(at) : null)

/** A member for lists and forms, with a masked identity number. */
export function toMemberRecord(row: ListedMember, wallets: readonly WalletRow[], sight: Sight): MemberRecord {
  return {
    id: row.id,
    orgCode: row.orgCode,
    sysOrgCode_dictText: row.storeName,
    nickname: row.nickname,
    realname: row.realname,
    phone: sight.phones ? row.phone : maskPhone(row.phone),
    physicalCard: row.physicalCard,
    gender: row.gender,
    gender_dictText: null,
    birthday: row.birthday,
    idCard: maskIdentityNumber(sight.open(row.idNumberSealed, idNumberOf(row.orgCode))),
    avatar: row.avatar,
    photo: row.photo,
    memberLevel: row.memberLevel,
    memberLevel_dictText: row.levelName ?? (row.memberLevel || null),
    exp: row.experience,
    balance: fromMinor(valueIn(wallets, row, 'balance').value),
    give: fromMinor(valueIn(wallets, row, 'give').value),
    integral: valueIn(wallets, row, 'integral').value,
    laps: valueIn(wallets, row, 'laps').value,
    coins: valueIn(wallets, row, 'coins').value,
    frequency: valueIn(wallets, row, 'frequency', 'currency').value,
    endTime: timeOf(row.endTime),
    openid: row.openid,
    havePassword: row.consumePassword === null ? 'NO' : 'YES',
    frozen: row.frozen,
    frozenReason: row.frozenReason,
    editLimit: row.editLimit,
    lastVisit: row.lastVisitOn,
    racerName: row.racerName,
    racerName_dictText: null,
    messageConsent: row.messageConsent,
    messageConsent_dictText: null,
    remark: row.remark,
    mergedInto: row.mergedInto,
    createBy: row.createdBy || null,
    createTime: toWireTime(row.createdAt),
    updateBy: row.updatedBy,
    updateTime: timeOf(row.updatedAt),
  }
}
