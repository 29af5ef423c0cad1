import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { AgreementKind, SignatureMethod } from './agreements.contract.ts'

const marks = {
  signTime: { kind: 'time', label: 'agreement.signTime', sort: true, sheet: true },
  userId: { kind: 'text', label: 'agreement.userId', sheet: true },
  signerName: { kind: 'text', label: 'agreement.signerName', sheet: true },
  kind: { kind: 'text', label: 'agreement.kind', sort: true, sheet: true, dict: 'agreement_kind' },
  version: { kind: 'number', label: 'agreement.version', sort: true, sheet: true },
  way: { kind: 'text', label: 'agreement.way', sheet: true, dict: 'signature_way' },
  minor: { kind: 'yesNo', label: 'agreement.minor', sheet: true, dict: 'yn' },
  guardianName: { kind: 'text', label: 'agreement.guardianName', sheet: true },
  guardianRelation: { kind: 'text', label: 'agreement.guardianRelation', sheet: true },
  witnessName: { kind: 'text', label: 'agreement.witness', sheet: true },
  validUntil: { kind: 'time', label: 'agreement.validTo', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const none = z.object({})

/** Signatures of agreements: kind, version, time and witness. The drawn strokes are shown with the member. */
export const agreementSignatureResource = resource({
  path: '/membermanage/sysAgreementSignature',
  permission: 'agreementsignature',
  noun: 'signatures of agreements',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      signTime: WireTime,
      userId: z.string(),
      signerName: z.string(),
      kind: AgreementKind,
      version: z.number().int(),
      way: SignatureMethod,
      minor: YesNo,
      guardianName: z.string(),
      guardianRelation: z.string(),
      witnessName: z.string(),
      validUntil: WireTime.nullable(),
    }),
  ).omit({ createBy: true, createTime: true, updateBy: true, updateTime: true }),
  create: none,
  update: none,
  ...fieldsOf(marks),
  order: { column: 'signTime', order: 'desc' },
})

export const agreementSignatureSheet: Sheet = { title: 'sheet.agreementSignature', columns: sheetColumnsOf(marks) }

const { list } = crudRoutes(agreementSignatureResource)
const { exportXls } = excelRoutes(agreementSignatureResource)
export const agreementSignatures = { list, exportXls }
