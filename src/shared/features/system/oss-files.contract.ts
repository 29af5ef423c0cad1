import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'

const fileFields = z.object({ fileName: line(255, 1), url: address(500, 1) })

export const ossFileResource = resource({
  path: '/oss/file',
  permission: 'ossfile',
  noun: 'kept files',
  entity: entity(z.object({ fileName: z.string(), url: z.string(), sysOrgCode: z.string() })),
  create: fileFields,
  update: fileFields,
  filter: { id: 'id', fileName: 'text', url: 'text', createTime: 'time', createBy: 'text' },
  sort: ['createTime', 'fileName'],
  dict: {},
})

const { list, queryById, delete: remove } = crudRoutes(ossFileResource)

const Use = z.object({ used: z.number(), most: z.number() })

/** The list of a store's files (`api-family 7`). */
export const ossFiles = {
  list,
  queryById,
  delete: remove,
  use: route({
    method: 'GET',
    path: '/oss/file/use',
    summary: 'The storage used by the caller and the current store, and the limits, in bytes',
    access: 'ossfile:list',
    result: z.object({ person: Use, store: Use }),
  }),
  upload: route({
    method: 'POST',
    path: '/oss/file/upload',
    summary: 'Stores the file of the form; the list has its path',
    access: 'ossfile:add',
    result: z.null(),
    takes: 'file',
    message: 'message.files.uploaded',
  }),
}
