import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { line } from '#shared/core/text.ts'

/** The component path of a page, as the family's clients name it. */
export const PageFile = line(255).regex(/^(\/?[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*)?$/)

/** The family's clients evaluate text in braces, so only the one expression that they use is accepted. */
const FamilyAddress = line(255).regex(/^\{\{ ?window\._CONFIG\['\w+'\] ?\}\}(\/[\w./-]*)?$/)

/** The target of a menu entry. */
export const MenuAddress = z.union([FamilyAddress, address(255)])
