"""Training as it should be on a machine where others run, too."""

import torch

# Networks as small as these are trained many times slower by several threads that wait for each other.
torch.set_num_threads(1)
