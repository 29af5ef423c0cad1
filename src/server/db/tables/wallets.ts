interface DiscountApplication {
  id: string
  orgCode: string
  memberId: string
  give: number
  integral: number
  frequency: number
  projectType: string
  laps: number
  /** 0 waiting, 1 approved, 2 rejected. */
  state: '0' | '1' | '2'
  remark: string
  applicantId: string
  applicantName: string
  reviewerId: string | null
  reviewerName: string
  /** The comment of the reviewer. */
  answer: string
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

export interface WalletTables {
  discountApplication: DiscountApplication
}
