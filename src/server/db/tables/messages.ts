import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  SmsProviderName,
  SmsProviderSettings,
  SmsProviderTemplate,
} from '#shared/features/messages/sms-providers.contract.ts'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface Announcement {
  id: string
  orgCode: string
  title: string
  msgAbstract: string
  msgContent: string
  homeImage: Generated<string>
  startTime: Date | null
  endTime: Date | null
  sender: Generated<string>
  priority: 'L' | 'M' | 'H'
  msgCategory: '1' | '2'
  msgType: 'ALL' | 'USER' | 'GUEST'
  /** 0 draft, 1 released, 2 revoked. */
  sendStatus: Generated<'0' | '1' | '2'>
  sendTime: Date | null
  cancelTime: Date | null
  busType: string
  busId: string
  openType: '' | 'url' | 'component'
  openPage: string
  deleted: Generated<boolean>
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

interface AnnouncementReader {
  announcementId: string
  orgCode: string
  userId: string
  readTime: Date | null
  /** The user whose deputy the reader was; null if the reader is addressed. */
  represents: Generated<string | null>
}

interface MessageTemplate {
  id: string
  orgCode: string
  templateCode: string
  templateName: string
  templateContent: Generated<string>
  /** 1 SMS, 2 email, 3 WeChat, 4 system message. */
  templateType: '1' | '2' | '3' | '4'
  templateTestJson: Generated<string>
  createdBy: string | null
  createdAt: CreatedAt
  updatedBy: string | null
  updatedAt: Date | null
}

interface Message {
  id: string
  orgCode: string
  title: string
  content: string
  params: string
  receiver: string
  /** The user who receives a system message. */
  receiverId: string | null
  /** The member who receives it; null for other receivers. */
  memberId: ColumnType<string | null, string | null | undefined, string | null>
  type: '1' | '2' | '3' | '4'
  /** 0 waiting or to be tried again, 1 sent, 2 failed for good, 3 being sent. */
  sendStatus: Generated<'0' | '1' | '2' | '3'>
  sendCount: Generated<number>
  sendTime: Date | null
  result: Generated<string>
  templateCode: string
  remark: Generated<string>
  /** What made the server send it; empty: a person's message to one receiver. */
  occasion: Generated<string>
  /** Its SMS is of no use after this time; null: always of use. */
  usefulUntil: Generated<Date | null>
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

/** An attachment of an email. */
interface MessageAttachment {
  messageId: string
  orgCode: string
  name: string
  contentType: string
  content: Buffer
}

interface ScheduledJob {
  id: string
  jobName: string
  cronExpression: string
  parameter: string
  description: string
  /** 0 normal, -1 paused. */
  status: Generated<0 | -1>
  nextRunAt: Date | null
  createdBy: string | null
  createdAt: CreatedAt
  updatedBy: string | null
  updatedAt: Date | null
}

interface JobRun {
  id: string
  jobName: string
  cause: 'schedule' | 'person'
  startedBy: Generated<string>
  state: 'queued' | 'running' | 'done' | 'failed'
  result: Generated<string>
  queuedAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

/** The SMS provider of a chain or store. */
interface SmsProvider {
  orgCode: string
  provider: SmsProviderName
  enabled: boolean
  settings: JSONColumnType<SmsProviderSettings>
  secretSealed: string
  templates: JSONColumnType<SmsProviderTemplate[]>
  updatedBy: string
  updatedAt: Date
}

export interface MessageTables {
  smsProvider: SmsProvider
  announcement: Announcement
  announcementReader: AnnouncementReader
  messageTemplate: MessageTemplate
  message: Message
  messageAttachment: MessageAttachment
  scheduledJob: ScheduledJob
  jobRun: JobRun
}
