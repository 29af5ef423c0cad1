interface MemberSession {
  tokenHash: string
  orgCode: string
  memberId: string
  createdAt: Date
  expiresAt: Date
  address: string
  agent: string
}

export interface MemberPageTables {
  memberSession: MemberSession
}
