import type { Generated } from 'kysely'
import type { AgreementKind } from '#shared/features/agreements/agreements.contract.ts'

/** A version of the text that guests agree to. */
interface Agreement {
  id: string
  orgCode: string
  kind: Generated<AgreementKind>
  version: number
  titleZh: string
  titleEn: Generated<string>
  contentZh: string
  contentEn: Generated<string>
  /** Null: a draft. */
  publishedAt: Date | null
  publishedBy: Generated<string>
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

interface AgreementSignature {
  id: string
  orgCode: string
  memberId: string
  agreementId: string
  kind: Generated<AgreementKind>
  version: number
  /** The path of an SVG of 600 by 200. */
  strokes: string
  way: Generated<'drawn' | 'paper'>
  /** The member's name at that time. */
  signerName: Generated<string>
  /** Null: until another version is published. */
  validUntil: Generated<Date | null>
  minor: boolean
  guardianName: Generated<string>
  guardianRelation: Generated<string>
  guardianPhone: Generated<string>
  witnessedBy: string
  witnessName: string
  terminalId: string | null
  signedAt: Date
}

export interface AgreementTables {
  agreement: Agreement
  agreementSignature: AgreementSignature
}
