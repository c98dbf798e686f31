# SPDX-License-Identifier: GPL-2.0
# For sphinx-build; nothing here is special to it.
project = "dma-bench"
exclude_patterns = []
