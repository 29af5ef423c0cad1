/** The encrypted face template of a member who has consented; deleted when the consent ends. */
interface FaceTemplate {
  memberId: string
  orgCode: string
  /** The signature of the consent. */
  signatureId: string
  model: string
  templateSealed: Buffer
  enrolledAt: Date
  enrolledByName: string
}

export interface FaceTables {
  faceTemplate: FaceTemplate
}
