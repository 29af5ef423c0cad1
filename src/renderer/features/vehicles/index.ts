export { useTypes, useVehicleOptions, useVehicles } from './use-vehicles.ts'
export { VehiclePicker, VehiclePickerField } from './vehicle-picker.tsx'
