/** Fields that many tables have, by the API family's names, with their columns (camelCase). */
const shared: Record<string, string> = {
  sysOrgCode: 'orgCode',
  createBy: 'createdBy',
  createTime: 'createdAt',
  updateBy: 'updatedBy',
  updateTime: 'updatedAt',
}

/** The default column (camelCase) of a field. */
export const columnOfField = (field: string): string => shared[field] ?? field
