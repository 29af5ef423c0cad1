import type { ColumnType, Generated } from 'kysely'

type CreatedAt = ColumnType<Date, Date | undefined, never>

interface SysAnnouncement {
  id: string
  orgCode: string
  titile: string
  msgAbstract: string
  msgContent: string
  startTime: Date | null
  endTime: Date | null
  sender: Generated<string>
  priority: 'L' | 'M' | 'H'
  msgCategory: '1' | '2'
  msgType: 'ALL' | 'USER'
  /** 0 draft, 1 released, 2 revoked. */
  sendStatus: Generated<'0' | '1' | '2'>
  sendTime: Date | null
  cancelTime: Date | null
  busType: string
  busId: string
  openType: '' | 'url' | 'component'
  openPage: string
  deleted: Generated<boolean>
  createBy: string
  createTime: Date
  updateBy: string | null
  updateTime: Date | null
}

interface SysAnnouncementSend {
  anntId: string
  orgCode: string
  userId: string
  readTime: Date | null
}

interface SysMessageTemplate {
  id: string
  orgCode: string
  templateCode: string
  templateName: string
  templateContent: Generated<string>
  /** 1 SMS, 2 email, 3 WeChat, 4 system message. */
  templateType: '1' | '2' | '3' | '4'
  templateTestJson: Generated<string>
  createBy: string | null
  createTime: CreatedAt
  updateBy: string | null
  updateTime: Date | null
}

interface SysMessage {
  id: string
  orgCode: string
  esTitle: string
  esContent: string
  esParam: string
  esReceiver: string
  /** The person behind a system message's receiver. */
  receiverId: string | null
  esType: '1' | '2' | '3' | '4'
  /** 0 waiting or to be tried again, 1 sent, 2 failed for good, 3 being sent. */
  esSendStatus: Generated<'0' | '1' | '2' | '3'>
  esSendNum: Generated<number>
  esSendTime: Date | null
  esResult: Generated<string>
  templateCode: string
  remark: Generated<string>
  createBy: string
  createTime: Date
  updateBy: string | null
  updateTime: Date | null
}

interface SysQuartzJob {
  id: string
  jobClassName: string
  cronExpression: string
  parameter: string
  description: string
  /** 0 normal, -1 paused. */
  status: Generated<0 | -1>
  nextRunTime: Date | null
  createBy: string | null
  createTime: CreatedAt
  updateBy: string | null
  updateTime: Date | null
}

interface SysQuartzRun {
  id: string
  jobClassName: string
  cause: 'schedule' | 'person'
  startedBy: Generated<string>
  state: 'queued' | 'running' | 'done' | 'failed'
  result: Generated<string>
  queuedAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

export interface MessageTables {
  sysAnnouncement: SysAnnouncement
  sysAnnouncementSend: SysAnnouncementSend
  sysMessageTemplate: SysMessageTemplate
  sysMessage: SysMessage
  sysQuartzJob: SysQuartzJob
  sysQuartzRun: SysQuartzRun
}
