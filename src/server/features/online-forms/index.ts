export { type FormRelation, formRelation, type RelationColumn, reportableForms } from './form-relation.service.ts'
