/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The root port at slot 7 leads to the outside: the kernel trusts no device behind it, whose
 * mappings then bounce where they share a page with something else. The UUID says that properties of
 * a port follow which leads to the outside (drivers/acpi/property.c); QEMU names the port.
 */
DefinitionBlock ("", "SSDT", 2, "DMABEN", "OUTSIDE", 1)
{
	External (\_SB.PCI0.S38, DeviceObj)

	Scope (\_SB.PCI0.S38)
	{
		Name (_DSD, Package () {
			ToUUID ("efcc06cc-73ac-4bc3-bff0-76143807c389"),
			Package () {
				Package () { "ExternalFacingPort", 1 },
				Package () { "UID", 0 }
			}
		})
	}
}
