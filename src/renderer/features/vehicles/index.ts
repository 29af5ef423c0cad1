export { useVehicleOptions, useVehicles } from './use-vehicles.ts'
export { VehiclePickerField } from './vehicle-picker.tsx'
