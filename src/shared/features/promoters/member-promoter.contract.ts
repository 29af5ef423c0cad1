import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'

/** A promoter's code, also as the address on a poster, which ends with it. */
export const PromoterCode = exact(300, 1).transform((text) => (text.trim().split('/').at(-1) ?? '').toUpperCase())

/** Binding by the member itself, from the address on a poster. */
export const memberPromoter = onScreen('promoter', {
  bind: route({
    method: 'POST',
    path: '/m/promoter/bind',
    summary: 'Binds the signed-in new member to the promoter of a code, once and for good',
    access: 'member',
    body: z.object({ code: PromoterCode }),
    result: z.object({ promoterName: z.string() }),
    message: 'message.promoter.bound',
    idempotent: {},
  }),
})
