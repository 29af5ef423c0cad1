import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { line } from '#shared/core/text.ts'

/** A page by its file, as the family's clients name it. */
export const PageFile = line(255).regex(/^(\/?[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*)?$/)

/** The family's clients run what stands in braces: only the one text that they use themselves is taken. */
const FamilyAddress = line(255).regex(/^\{\{ ?window\._CONFIG\['\w+'\] ?\}\}(\/[\w./-]*)?$/)

/** Where a menu leads. */
export const MenuAddress = z.union([FamilyAddress, address(255)])
