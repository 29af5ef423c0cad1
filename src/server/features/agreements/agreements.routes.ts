import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  agreementSignatureResource,
  agreementSignatureSheet,
  agreementSignatures,
} from '#shared/features/agreements/agreement-signatures.contract.ts'
import {
  type AgreementSignature,
  agreementResource,
  agreements,
} from '#shared/features/agreements/agreements.contract.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { type SignatureRow, signaturesOf } from './agreements.repository.ts'
import { nextVersion, printSignature, publishAgreement, showAgreement, signAgreement } from './agreements.service.ts'

const table = crudTable(agreementResource, {
  table: 'agreement',
  ofStores: true,
  columns: { publishTime: 'publishedAt', publishBy: 'publishedBy' },
})

const signatureTable = crudTable(agreementSignatureResource, {
  table: 'agreementSignature',
  ofStores: true,
  columns: { userId: 'memberId', signTime: 'signedAt' },
})

export function agreementsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, agreementSignatures, {
    list: crudHandlers(deps, agreementSignatureResource, signatureTable).list,
    exportXls: exportHandler(deps, agreementSignatureResource, agreementSignatureSheet, signatureTable),
  })
  mount(app, deps, agreements, {
    ...crudHandlers(deps, agreementResource, table),
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { orgCode, username } = ctx.user
        if (orgCode === '') throw new AppError('auth.chooseStore')
        const id = newId()
        const version = await nextVersion(trx, orgCode, body.kind)
        const made = {
          createdBy: username,
          createdAt: deps.clock(),
          updatedBy: null,
          updatedAt: null,
          publishedAt: null,
        }
        await trx
          .insertInto('agreement')
          .values({ id, orgCode, version, ...body, ...made })
          .execute()
        ctx.touched({ id, after: { ...body, version } })
        return null
      }),
    publish: ({ body, ctx }) => publishAgreement(deps, ctx, body.id),
    current: ({ query, ctx }) => showAgreement(deps, ctx, query.userId),
    sign: ({ body, ctx }) => signAgreement(deps, ctx, body),
    signPaper: ({ body, ctx }) => signAgreement(deps, ctx, { ...body, strokes: '' }),
    signatures: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const seesPhones = ctx.user.actions.has(SEE_PHONES)
        return (await signaturesOf(trx, query.userId)).map((row) => toSignature(row, seesPhones))
      }),
    print: ({ body, ctx }) => printSignature(deps, ctx, body),
  })
}

const toSignature = (row: SignatureRow, seesPhones: boolean): AgreementSignature => ({
  id: row.id,
  userId: row.memberId,
  version: row.version,
  strokes: row.strokes,
  way: row.way,
  minor: row.minor,
  guardianName: row.guardianName,
  guardianRelation: row.guardianRelation,
  guardianPhone: seesPhones ? row.guardianPhone : maskPhone(row.guardianPhone),
  witnessName: row.witnessName,
  signTime: toWireTime(row.signedAt),
  validUntil: row.validUntil && toWireTime(row.validUntil),
})
