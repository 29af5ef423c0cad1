import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { memberFaces } from '#shared/features/faces/member-faces.contract.ts'
import { identifyFace } from './identify-face.service.ts'
import { enrolFace, showFace, withdrawFace } from './member-faces.service.ts'

export function memberFacesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, memberFaces, {
    state: ({ query, ctx }) => showFace(deps, ctx, query.userId),
    enrol: ({ body, ctx }) => enrolFace(deps, ctx, body),
    withdraw: ({ body, ctx }) => withdrawFace(ctx, body.userId),
    identify: ({ body, ctx }) => identifyFace(deps, ctx, body),
  })
}
