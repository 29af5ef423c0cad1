/** The family's names of fields that many tables have; the columns (camelCase) speak the field's. */
const shared: Record<string, string> = {
  sysOrgCode: 'orgCode',
  createBy: 'createdBy',
  createTime: 'createdAt',
  updateBy: 'updatedBy',
  updateTime: 'updatedAt',
}

/** The column (camelCase) of a field, where nothing of a table's own says otherwise. */
export const columnOfField = (field: string): string => shared[field] ?? field
