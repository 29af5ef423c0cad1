import type { ColumnType, Generated } from 'kysely'
import type { LevelColour } from '#shared/features/members/member-levels.contract.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface Member {
  id: Generated<string>
  orgCode: string
  nickname: Generated<string>
  realname: Generated<string>
  phone: Generated<string>
  /** Serves the search by the end of a phone. */
  phoneReversed: ColumnType<string, never, never>
  /** Names in lower case, and the first letters of the nickname: what searches compare. */
  realnameFolded: ColumnType<string, never, never>
  nicknameFolded: ColumnType<string, never, never>
  nicknameInitials: ColumnType<string, never, never>
  avatar: Generated<string>
  physicalCard: Generated<string>
  memberLevel: Generated<string>
  /** Argon2id, null where the member has no consumption password. */
  consumePassword: string | null
  frozen: Generated<boolean>
  frozenReason: Generated<string>
  /** First letters of name and nickname, in lower case, with a space between; empty until they are written. */
  initials: Generated<string>
  /** Name and nickname in pinyin; the first is empty until both are written. */
  spelling: Generated<string>
  nicknameSpelling: Generated<string>
  /** `1` male, `2` female; empty where it is not known. */
  gender: Generated<'' | '1' | '2'>
  birthday: ColumnType<string | null, string | null | undefined, string | null>
  /** Sealed by the server; empty if there is none. */
  idNumberSealed: Generated<string>
  photo: Generated<string>
  openid: Generated<string>
  experience: Generated<number>
  endTime: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** How often members may still change their data; -1: without limit. */
  editLimit: Generated<number>
  /** Which name screens show. */
  racerName: Generated<'nickname' | 'realname' | 'none'>
  remark: Generated<string>
  /** Whether advertising by SMS was agreed to; empty: never asked. */
  messageConsent: Generated<'' | 'YES' | 'NO'>
  /** A business day. */
  lastVisitOn: ColumnType<string | null, string | null | undefined, string | null>
  /** The id of the member that this one was merged into. */
  mergedInto: ColumnType<string | null, string | null | undefined, string | null>
  /** The safety agreement that was signed last. */
  agreementId: ColumnType<string | null, string | null | undefined, string | null>
  /** Until when it is valid; null: until another version is published. */
  agreementUntil: Generated<Date | null>
  createdBy: Generated<string>
  createdAt: CreatedAt
  updatedBy: ColumnType<string | null, string | null | undefined, string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface MemberProject {
  memberId: string
  orgCode: string
  projectType: string
  unlimitedName: Generated<string>
  unlimitedUntil: Date | null
  unlimitedUses: Generated<number>
  /** Uses that the unlimited card was issued with; -1 means no limit. */
  unlimitedIssued: Generated<number>
  /** Of the holder of the unlimited card. */
  photo: Generated<string>
}

interface MemberLevel {
  id: string
  orgCode: string
  /** The key that members and rules refer to. */
  code: string
  name: string
  rank: number
  /** -1: only by hand. */
  experience: Generated<number>
  discount: Generated<number>
  colour: Generated<LevelColour>
  benefits: Generated<string>
  createdBy: ColumnType<string | null, string | null | undefined, string | null>
  createdAt: CreatedAt
  updatedBy: ColumnType<string | null, string | null | undefined, string | null>
  updatedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** A member who reached a level and is to be notified. */
interface LevelNotice {
  id: Generated<string>
  orgCode: string
  memberId: string
  levelCode: string
  raisedAt: Date
}

interface MemberCard {
  id: Generated<string>
  orgCode: string
  memberId: string
  card: string
  state: Generated<'active' | 'lost' | 'replaced' | 'cleared'>
  reason: Generated<string>
  /** User names; empty where nobody signed in did it. */
  givenBy: Generated<string>
  givenAt: CreatedAt
  endedBy: string | null
  endedAt: Date | null
}

export interface MemberTables {
  member: Member
  memberLevel: MemberLevel
  levelNotice: LevelNotice
  memberCard: MemberCard
  memberProject: MemberProject
}
