export { nextCategoryCode } from './categories.repository.ts'
export { storeUpload } from './files.routes.ts'
export { isTableCode, tableItems } from './table-dictionaries.service.ts'
export { forgetUpload } from './upload-use.repository.ts'
