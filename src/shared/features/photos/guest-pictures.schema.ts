import { z } from 'zod'
import { joinedOrNone } from '#shared/core/route.ts'

/** Ids of earlier pictures that a guest still wants to send, joined by commas: none of them gives way to the next one. */
export const keptPictures = (most: number) => joinedOrNone.pipe(z.array(z.uuid()).max(most - 1))
